// On a phone URLSession comes with Foundation.
@_exported import FoundationNetworking
