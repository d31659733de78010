"""What modules hand on to the object that computes for them."""

from __future__ import annotations

from .base_module import BaseModule


class _Delegating(BaseModule):
    """A module with an object that computes and holds the states: an executor group, or the module of a bucket."""

    @property
    def _computes(self):
        raise NotImplementedError

    def backward(self, out_grads=None):
        assert self.binded and self.params_initialized
        self._computes.backward(out_grads=out_grads)

    def get_outputs(self, merge_multi_context=True):
        assert self.binded and self.params_initialized
        return self._computes.get_outputs(merge_multi_context=merge_multi_context)

    def get_input_grads(self, merge_multi_context=True):
        assert self.binded and self.params_initialized and self.inputs_need_grad
        return self._computes.get_input_grads(merge_multi_context=merge_multi_context)

    def get_states(self, merge_multi_context=True):
        """Return the arrays of the states, of the present bucket where there are several, by state and device.

        `merge_multi_context` must be False.
        """
        assert self.binded and self.params_initialized
        return self._computes.get_states(merge_multi_context=merge_multi_context)

    def set_states(self, states=None, value=None):
        """Set the states, of the present bucket where there are several.

        Parameters
        ----------
        states : list of list of NDArray
            Values by state and device, as `get_outputs(merge_multi_context=False)` returns them.
        value : number
            Or one number for all.
        """
        assert self.binded and self.params_initialized
        self._computes.set_states(states, value)
