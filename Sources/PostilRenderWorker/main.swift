import PostilPoppler
import PostilRenderServer

// postil-render.
RenderProgram<Poppler>.run()
