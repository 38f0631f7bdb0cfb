/** Whether this machine has a program that runs. */
export declare function hasProgram(name: string): boolean
/** How a kind of sample is run: the file it stands in, and the program with what it is given before the file. */
export interface Runner {
  readonly file: string
  readonly command: readonly [program: string, ...before: string[]]
}
/** Runs a sample in a folder of its own; gives what it printed. Throws where it ends with a fault. */
export declare function runSample(
  sample: string,
  runner: Runner,
  environment: Readonly<Record<string, string>>,
): Promise<string>
/** Everything that a sample printed which ended with a fault. Throws where it ended well. */
export declare function faultPrintedBy(
  sample: string,
  runner: Runner,
  environment: Readonly<Record<string, string>>,
): Promise<string>
/** The environment in which Python finds the stand-in for the package requests. */
export declare const standInForPython: {
  PYTHONPATH: string
  PYTHONDONTWRITEBYTECODE: string
}
/** The environment of Python: with a stand-in for the package requests where this machine has none. */
export declare function pythonEnvironment(): Record<string, string>
