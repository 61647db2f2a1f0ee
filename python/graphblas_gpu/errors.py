"""Exceptions of the library. Each is also the built-in exception that Python has for such an error, and `code` is the name of
the matching GrB_Info of the GraphBLAS C API 2.1. A call that fails leaves its output as it was."""


class Error(Exception):
    """Any failure of the library."""

    code: str = "GrB_PANIC"


class DimensionMismatch(Error, ValueError):
    """The sizes of the operands do not fit each other."""


class DomainMismatch(Error, TypeError):
    """Values of one type are asked for as values of another type that they do not become."""


class InvalidIndex(Error, IndexError):
    """A single row, column or position lies outside its object."""


class IndexOutOfBounds(Error, IndexError):
    """An index in a list of indices lies outside its object."""


class InvalidValue(Error, ValueError):
    """An argument has a value that the operation cannot take."""


class InvalidObject(Error, ValueError):
    """Arrays given as a matrix do not form one."""


class Unsupported(Error, NotImplementedError):
    """The request is meaningful, but this build, engine or method cannot serve it."""


class InvalidContext(Error, RuntimeError):
    """The context cannot be used now."""


class Cancelled(Error):
    """Another thread has ended the call (context.cancel()). Ctrl-C raises KeyboardInterrupt instead."""


class OutOfMemory(Error, MemoryError):
    """The result does not fit in memory, or in the limit of the context."""


class NotConverged(Error, ArithmeticError):
    """The rounds that an algorithm is allowed do not suffice."""


class FileError(Error, OSError):
    """A file cannot be read or written, or its content is not valid; line 0 stands for the file as a whole."""

    file: str = ""
    line: int = 0
