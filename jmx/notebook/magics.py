"""The magic commands of `%load_ext jmx`: `%%jmx_profile` and `%jmx_needs`."""

import ast
import importlib
import importlib.util

NAME = "jmx_profile"
_NEEDS = "jmx_needs"


class NotInstalled(ImportError):
    """What a notebook needs is not there. Its cell shows the message alone, and the cells below it do not run."""

    def _render_traceback_(self):
        return [str(self)]


def register(ipython) -> None:
    """Give a shell of IPython the magic commands."""
    from IPython.core.error import UsageError
    from IPython.core.magic import Magics, line_cell_magic, line_magic, magics_class

    @magics_class
    class JmxMagics(Magics):
        @line_cell_magic
        def jmx_profile(self, line, cell=None):
            """Run a cell, or a statement, and show the time and memory of its operators and layers.

            ``%%jmx_profile [-n ROWS] [-w]`` in front of a cell, ``%jmx_profile [-n ROWS] [-w] STATEMENT`` in a line.

            -n ROWS  rows of a table, the ones that took longest (20)
            -w       hybridized networks run as the whole programs that they are otherwise, without rows for layers

            Every operator is waited for, so that the whole takes longer than otherwise. What runs for the first time is compiled,
            and the table shows that as its time: run the cell twice. The recording of a profiler that the program has started is
            not touched.
            """
            __tracebackhide__ = True
            options, code = self.parse_options(line, "n:w", posix=False, strict=False)
            if cell is not None:
                if code.strip():
                    raise UsageError(f"%%{NAME} takes options only, and a cell below it; got {code.strip()!r}")
                code = cell
            if not code.strip():
                raise UsageError(f"%{NAME} profiles a statement or, as %%{NAME}, a cell; there is none")
            if not str(options.get("n", 20)).isdigit():
                raise UsageError(f"%{NAME} -n: expected a number of rows, got {options.n!r}")
            report = importlib.import_module("jmx.profiler.report")  # brings all of jmx that runs programs
            profile = None
            try:
                with report.measured(int(options.get("n", 20)), apart="w" not in options) as profile:
                    return _run(self.shell, code)
            finally:
                _display(profile)

        @line_magic
        def jmx_needs(self, line):
            """Stop with one sentence where a notebook's packages are not installed: ``%jmx_needs PACKAGE ...``."""
            names = line.split()
            if not names:
                raise UsageError(f"%{_NEEDS} takes names of packages, such as %{_NEEDS} matplotlib")
            missing = [name for name in names if importlib.util.find_spec(name) is None]
            if missing:
                raise NotInstalled(
                    f"This notebook needs {' and '.join(missing)}, which {'is' if len(missing) == 1 else 'are'} not installed: "
                    f"run `%pip install {' '.join(missing)}` in a cell of its own, then restart the kernel."
                )

    ipython.register_magics(JmxMagics)


def unregister(ipython) -> None:
    """Take them away again."""
    for kind in ("line", "cell"):
        for name in (NAME, _NEEDS):
            ipython.magics_manager.magics[kind].pop(name, None)


def _run(shell, code):
    """Run code in the names of the shell; return the value of its last expression, unless a semicolon ends it."""
    __tracebackhide__ = True
    source = shell.transform_cell(code)
    file = shell.compile.cache(source, shell.execution_count)  # so that tracebacks show its lines
    body = shell.transform_ast(shell.compile.ast_parse(source, filename=file)).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), file, "exec"), shell.user_ns)
    if last is None:
        return None
    value = eval(compile(ast.Expression(last.value), file, "eval"), shell.user_ns)
    return None if source.rstrip().endswith(";") else value


def _display(profile) -> None:
    from IPython.display import display

    display(profile)
