// A service names the strings of its app.
@_exported public import AppStrings
