// Nothing: QPDFBridge includes qpdf's headers. This module is there for pkg-config.
