// The messages of exceptions, for test programs without Catch2.
#pragma once

#include <exception>
#include <string>

/// The message of the Error that a call throws; otherwise what happened instead.
template <class Error, class Call>
std::string message_of(const Call& call) {
    try {
        call();
    } catch (const Error& x) {
        return x.what();
    } catch (const std::exception& x) {
        return std::string("another exception: ") + x.what();
    }
    return "nothing was thrown";
}
inline bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }
