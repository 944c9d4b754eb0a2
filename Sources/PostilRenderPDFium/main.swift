import PostilPDFium
import PostilRenderServer

// postil-render-pdfium.
RenderProgram<PDFium>.run()
