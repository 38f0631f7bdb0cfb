import { findProgram, getConfiguredProgram, installPackages } from '../system/system-packages.ts'

/** What some of the soak tests need, and few machines have. */
interface SoakProgram {
  readonly tests: string
  /** One of these is enough. */
  readonly names: readonly string[]
  /** Another program that it needs. */
  readonly requires?: string
  /** The Debian packages; empty: Debian has none. */
  readonly packages: readonly string[]
  /** What to install if there is no package. */
  readonly install?: string
  /** The variable that names the program that the tests start. */
  readonly variable?: string
}

const programs: readonly SoakProgram[] = [
  {
    tests: 'journeys in Firefox',
    names: ['firefox-esr', 'firefox'],
    packages: ['firefox-esr'],
    variable: 'FIREFOX_PATH',
  },
  {
    tests: 'journeys in WebKit',
    names: ['WebKitWebDriver'],
    requires: 'Xvfb',
    packages: ['webkit2gtk-driver', 'xvfb'],
    variable: 'WEBKIT_DRIVER_PATH',
  },
  { tests: 'samples in PHP', names: ['php'], packages: ['php-cli'] },
  { tests: 'samples in Go', names: ['go'], packages: ['golang-go'] },
  { tests: 'samples in Java', names: ['java'], packages: ['default-jdk-headless'] },
  { tests: 'samples in Ruby', names: ['ruby'], packages: ['ruby'] },
  {
    tests: 'samples in C#',
    names: ['dotnet'],
    packages: [],
    install: 'the .NET 10 SDK (https://dotnet.microsoft.com/download)',
  },
  { tests: 'tests behind nginx', names: ['nginx'], packages: ['nginx-light'] },
  { tests: 'tests behind caddy', names: ['caddy'], packages: ['caddy'] },
]

/**
 * Looks for the programs, and on Debian installs the missing ones. Says which is still missing and what to install; its tests
 * are then skipped. Returns the variables that name programs.
 */
export async function findSoakPrograms(): Promise<Record<string, string>> {
  const variables: Record<string, string> = {}
  for (const program of programs) {
    const { variable, packages } = program
    if (find(program) === null && packages.length > 0) await installPackages([packages])
    const path = find(program)
    if (path === null) console.warn(describeMissing(program))
    else if (variable !== undefined) variables[variable] = path
  }
  return variables
}

function find({ names, requires, variable }: SoakProgram): string | null {
  if (requires !== undefined && findProgram([requires]) === null) return null
  return (variable === undefined ? null : getConfiguredProgram(variable)) ?? findProgram(names)
}

function describeMissing({ tests, names, requires, packages, install, variable }: SoakProgram): string {
  const missing = [names.join(' or '), ...[requires ?? []].flat()].join(' and ')
  const wanted = install ?? `${packages.join(' and ')} (in Debian)`
  const setting = variable === undefined ? '' : `, or set ${variable}`
  return `The ${tests} are skipped: no ${missing} in PATH. Install ${wanted}${setting}.`
}
