/**
 * Options with which Node runs the server. Node would let new objects take 64 MB before it collects them; a server whose
 * requests last milliseconds needs a fraction.
 */
export const serverOptions = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'] as const
