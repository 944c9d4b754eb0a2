// Nothing: PostilQPDFBridge includes qpdf's headers. This module is there for pkg-config.
