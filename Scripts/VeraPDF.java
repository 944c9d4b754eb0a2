import java.io.BufferedReader;
import java.io.File;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.Profiles;
import org.verapdf.pdfa.validation.profiles.ValidationProfile;

/**
 * Judges files by veraPDF. Standard input has a line "PROFILE<tab>FILE" each, such as "2b" or "ua1"; standard output gets a line
 * "PASS|FAIL|ERROR<tab>FILE<tab>rules" each, where a rule is "clause-test", with a space between two.
 */
public class VeraPDF {
  public static void main(String[] arguments) throws Exception {
    Logger.getLogger("").setLevel(Level.OFF);
    VeraGreenfieldFoundryProvider.initialise();
    Map<String, ValidationProfile> profiles = new HashMap<>();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    for (String line; (line = lines.readLine()) != null; ) {
      String[] parts = line.split("\t", 2);
      try {
        if (!profiles.containsKey(parts[0])) profiles.put(parts[0], profile(parts[0]));
        System.out.println(judge(parts[0], profiles.get(parts[0]), parts[1]));
      } catch (Throwable problem) {
        System.out.println("ERROR\t" + parts[1] + "\t" + problem.toString().replaceAll("\\s+", " "));
      }
      System.out.flush();
    }
  }

  private static String judge(String flavour, ValidationProfile profile, String path) throws Exception {
    try (PDFAParser parser = Foundries.defaultInstance().createParser(new File(path), PDFAFlavour.byFlavourId(flavour))) {
      PDFAValidator validator = Foundries.defaultInstance().createValidator(profile, false);
      ValidationResult result = validator.validate(parser);
      TreeMap<String, Integer> rules = new TreeMap<>();
      result.getTestAssertions().forEach(t -> rules.merge(t.getRuleId().getClause() + "-" + t.getRuleId().getTestNumber(), 1, Integer::sum));
      return (result.isCompliant() ? "PASS\t" : "FAIL\t") + path + "\t" + String.join(" ", rules.keySet());
    }
  }

  private static ValidationProfile profile(String flavour) throws Exception {
    String name = flavour.startsWith("ua") ? "PDFUA-" + flavour.substring(2) : "PDFA-" + flavour.toUpperCase();
    try (InputStream text = VeraPDF.class.getClassLoader().getResourceAsStream("org/verapdf/pdfa/validation/" + name + ".xml")) {
      if (text == null) throw new IllegalArgumentException("there is no profile " + name);
      return Profiles.profileFromXml(text);
    }
  }
}
