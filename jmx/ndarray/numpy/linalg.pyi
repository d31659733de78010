# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true

from jmx._numpy.linalg import cholesky as cholesky
from jmx._numpy.linalg import det as det
from jmx._numpy.linalg import eig as eig
from jmx._numpy.linalg import eigh as eigh
from jmx._numpy.linalg import eigvals as eigvals
from jmx._numpy.linalg import eigvalsh as eigvalsh
from jmx._numpy.linalg import inv as inv
from jmx._numpy.linalg import norm as norm
from jmx._numpy.linalg import pinv as pinv
from jmx._numpy.linalg import slogdet as slogdet
from jmx._numpy.linalg import solve as solve
from jmx._numpy.linalg import svd as svd
from jmx._numpy.linalg import tensorinv as tensorinv
from jmx._numpy.linalg import tensorsolve as tensorsolve
