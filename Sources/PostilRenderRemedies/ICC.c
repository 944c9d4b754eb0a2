#include <lcms2.h>
#include <lcms2_plugin.h>
#include <string.h>

#include "ColourTables.h"
#include "Remedies.h"

// poppler asks lcms2 to optimise nothing (cmsFLAGS_NOOPTIMIZE), so that lcms2 sends each pixel through every stage that
// links two profiles, about 1,000 instructions, and skips plug-ins that would optimise. Plug-ins for rendering intents
// it does not skip: they link the profiles, and what they return may have an evaluator of its own.

/// The tables of the pipeline that was linked last.
static _Thread_local ColourTables *latest;

static void evaluate(const cmsUInt16Number input[], cmsUInt16Number output[], const void *tables) {
  colour_tables_look_up((ColourTables *)(uintptr_t)tables, input, output);
}

static void release_tables(cmsContext context, void *tables) {
  (void)context;
  colour_tables_release(tables);
}

static void *copy_tables(cmsContext context, const void *tables) {
  (void)context;
  cmsPipeline *pipeline = cmsPipelineDup(colour_tables_pipeline(tables));
  return pipeline ? colour_tables_create(pipeline) : NULL;
}

/// Whether a profile is curves and a matrix, and its black is 0 in all channels. lcms2 takes two transforms to find the
/// black of a profile; where all are 0, compensating for them changes nothing.
static bool has_zero_black(cmsHPROFILE profile) {
  static const cmsTagSignature tables[] = {cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigAToB2Tag, cmsSigBToA0Tag,
                                           cmsSigBToA1Tag, cmsSigBToA2Tag, cmsSigDToB0Tag, cmsSigDToB1Tag,
                                           cmsSigDToB2Tag, cmsSigBToD0Tag, cmsSigBToD1Tag, cmsSigBToD2Tag};
  static const cmsTagSignature curves[] = {cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
  if (cmsGetColorSpace(profile) != cmsSigRgbData || !cmsIsMatrixShaper(profile)) return false;
  for (size_t k = 0; k < sizeof tables / sizeof *tables; k++)
    if (cmsIsTag(profile, tables[k])) return false;
  for (size_t k = 0; k < sizeof curves / sizeof *curves; k++) {
    const cmsToneCurve *curve = cmsReadTag(profile, curves[k]);
    if (!curve || cmsEvalToneCurveFloat(curve, 0) != 0) return false;
  }
  return true;
}

static cmsPipeline *link_profiles(cmsContext context, cmsUInt32Number count, cmsUInt32Number intents[],
                                  cmsHPROFILE profiles[], cmsBool black_points[], cmsFloat64Number adaptations[],
                                  cmsUInt32Number flags) {
  bool is_ours = (flags & cmsFLAGS_NOOPTIMIZE) != 0 && count > 0 &&
                 cmsGetColorSpace(profiles[count - 1]) == cmsSigRgbData;
  if (is_ours) {
    bool all_zero = true;
    for (cmsUInt32Number k = 0; k < count && all_zero; k++) all_zero = has_zero_black(profiles[k]);
    for (cmsUInt32Number k = 0; k < count && all_zero; k++) black_points[k] = FALSE;
  }
  cmsPipeline *pipeline = _cmsDefaultICCintents(context, count, intents, profiles, black_points, adaptations, flags);
  // Linking may have linked others, to find blacks.
  latest = NULL;
  if (!pipeline || !is_ours || cmsPipelineOutputChannels(pipeline) != 3) return pipeline;
  cmsUInt32Number channels = cmsPipelineInputChannels(pipeline);
  if (channels != 1 && channels != 3 && channels != 4) return pipeline;
  cmsPipeline *copy = cmsPipelineDup(pipeline);
  ColourTables *tables = copy ? colour_tables_create(copy) : NULL;
  if (!tables) return pipeline;
  _cmsPipelineSetOptimizationParameters(pipeline, evaluate, tables, release_tables, copy_tables);
  latest = tables;
  count_use(POSTIL_REMEDY_ICC);
  return pipeline;
}

const char *icc_install(void) {
  static cmsPluginRenderingIntent plugins[4];
  for (int k = 0; k < 4; k++) {
    plugins[k].base.Magic = cmsPluginMagicNumber;
    plugins[k].base.ExpectedVersion = 2000;
    plugins[k].base.Type = cmsPluginRenderingIntentSig;
    plugins[k].base.Next = k < 3 ? &plugins[k + 1].base : NULL;
    plugins[k].Intent = (cmsUInt32Number)k;  // Perceptual, relative, saturation, absolute.
    plugins[k].Link = link_profiles;
    strcpy(plugins[k].Description, "Tables");
  }
  return cmsPlugin(plugins) ? NULL : "lcms2 does not take the plug-in";
}

void icc_remove(void) { cmsUnregisterPlugins(); }

// MARK: Lines

// lcms2 unpacks each pixel to 16 bits and packs it again. The tables of a transform's pipeline are its user data here,
// which lcms2 releases with the transform and uses for transform plug-ins alone; these it skips, see above.

static cmsHTRANSFORM create_transform(cmsHPROFILE input, cmsUInt32Number input_format, cmsHPROFILE output,
                                      cmsUInt32Number output_format, cmsUInt32Number intent, cmsUInt32Number flags) {
  latest = NULL;
  cmsHTRANSFORM transform = cmsCreateTransform(input, input_format, output, output_format, intent, flags);
  ColourTables *tables = latest;
  latest = NULL;
  if (!transform || !tables) return transform;
  // Bytes, one for each channel, in the order of the channels; other colour spaces (Lab) have encodings of their own.
  cmsUInt32Number space = T_COLORSPACE(input_format), output_space = T_COLORSPACE(output_format);
  cmsUInt32Number channels = colour_tables_channels(tables);
  bool is_plain = (space == PT_ANY || space == PT_GRAY || space == PT_RGB || space == PT_CMYK) &&
                  (output_space == PT_ANY || output_space == PT_RGB) &&
                  (input_format & ~(cmsUInt32Number)COLORSPACE_SH(31)) == (CHANNELS_SH(channels) | BYTES_SH(1)) &&
                  (output_format & ~(cmsUInt32Number)COLORSPACE_SH(31)) == (CHANNELS_SH(3) | BYTES_SH(1));
  if (!is_plain) return transform;
  colour_tables_retain(tables);
  _cmsSetTransformUserData((struct _cmstransform_struct *)transform, tables, release_tables);
  return transform;
}

static void do_transform(cmsHTRANSFORM transform, const void *input, void *output, cmsUInt32Number count) {
  ColourTables *tables = _cmsGetTransformUserData((struct _cmstransform_struct *)transform);
  if (tables && colour_tables_look_up_line(tables, input, output, count)) {
    count_use(POSTIL_REMEDY_ICC_LINES);
  } else {
    cmsDoTransform(transform, input, output, count);
  }
}

const char *icc_lines_install(void) {
  const Hook hooks[] = {
      {"cmsCreateTransform", (void *)create_transform},
      {"cmsDoTransform", (void *)do_transform},
  };
  return hooks_install("libpoppler.so", hooks, 2);
}
