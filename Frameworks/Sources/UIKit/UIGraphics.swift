public import Foundation

// Nothing is drawn on Linux, so that a context has no image.

/// Has no effect.
public func UIGraphicsBeginImageContext(_ size: CGSize) {}

/// Has no effect.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {}

/// Returns nil, as without a context.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? { nil }

/// Has no effect.
public func UIGraphicsEndImageContext() {}
