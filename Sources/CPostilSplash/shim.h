// Poppler's own headers are C++: only PostilSplashBridge includes them.
