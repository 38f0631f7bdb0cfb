import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { formatCount } from '@portico/kit/format.ts'
import { getArgument } from '@portico/protocol/command-line/command.ts'
import { findOverBudget, getPageBytes } from '@portico/protocol/publish/byte-budget.ts'
import type { Finding } from '@portico/protocol/publish/release-api.ts'
import { createPageCheck } from '../release-cli/browser/check-page.ts'
import { type BuiltRelease, getBuiltRelease } from '../release-cli/built-release.ts'
import { openInShell, report, validateOnSite } from '../release-cli/check-build.ts'
import type { Command, CommandContext } from '../release-cli/command.ts'
import { failed, hasFailed, passed } from '../release-cli/findings.ts'
import { SiteError } from '../release-cli/site-client.ts'
import { listFiles } from '../system/list-files.ts'
import { CommandFailed, runCommand } from '../system/run-command.ts'
import { listNodeFlags } from './older-node.ts'
import { testVariables } from './test-variables.ts'

/** `test`: everything that can be checked before the remote is published. */
export const test: Command = {
  usage: 'test <remote>',
  summary:
    'builds the remote; checks types, imports, deprecations and bytes; opens every page in the site’s shell and checks that it is accessible and conforms to the contract; and runs the tests. With a token for the remote the site validates it, too',
  maxArguments: 1,
  notes: ['Exits with 3 if something fails, or if there is no Chromium.'],
  async run(context) {
    const built = await getBuiltRelease(context, getArgument(context, 0, 'the name of the remote'))
    context.progress('Checking types ...')
    const sources = await context.project.checkSources(built.record.remote)
    const findings = [...sources, ...(await validate(context, built))]
    if (hasFailed(findings)) return report(built, { findings, browser: null })
    const check = createPageCheck(built, context.project.readPageScripts())
    const browser = await openInShell(context, built, check)
    if (!browser.isOk) return report(built, { findings, browser })
    context.progress('Running the tests ...')
    const tests = await runTests(built, { root: process.cwd(), site: context.address() })
    return report(built, { findings: [...findings, tests], browser })
  },
}

/**
 * The site's findings, except whether the version is free, which is raised when the remote is released. Without a token that may
 * publish the remote, the bytes are checked here.
 */
export async function validate(context: CommandContext, built: BuiltRelease): Promise<Finding[]> {
  const { RELEASE_TOKEN = '' } = context.environment
  if (RELEASE_TOKEN === '') return [checkBudget(built), createUnvalidated(built, 'RELEASE_TOKEN is not set')]
  try {
    return (await validateOnSite(context, built)).filter(({ check }) => check !== 'version')
  } catch (error) {
    if (!(error instanceof SiteError) || !tokenCodes.includes(error.problem?.code ?? '')) throw error
    return [checkBudget(built), createUnvalidated(built, `the site refused RELEASE_TOKEN: ${error.message}`)]
  }
}

const tokenCodes = ['token-invalid', 'insufficient-scope']

function createUnvalidated({ record: { origins = {} } }: BuiltRelease, why: string): Finding {
  const needed = [...new Set(Object.values(origins).flat())].join(', ')
  const approval = needed && `, nor whether its operator has approved ${needed}`
  return passed('site', `not validated there${approval}, because ${why}`)
}

async function runTests(
  { folder }: BuiltRelease,
  { root, site }: { readonly root: string; readonly site: string },
): Promise<Finding> {
  const files = listTests(root)
  if (files.length === 0) return passed('tests', 'there are none')
  const args = [...listNodeFlags(), '--test', '--test-reporter=tap', ...files]
  const env = { [testVariables.folder]: folder, [testVariables.site]: site }
  try {
    const output = await runCommand(process.execPath, args, { cwd: root, env, output: 'return' })
    const count = Number(/^# pass (\d+)$/m.exec(output)?.[1] ?? 0)
    return passed('tests', `${formatCount(count, 'test')} passed`)
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error
    return failed('tests', `\n${describeFailures(error.output)}\n`, '')
  }
}

/** The failed tests of a report in TAP, each with its error. */
function describeFailures(output: string): string {
  const [, ...reports] = output.split(/^ *not ok \d+ - /m)
  const failures = reports.flatMap((report) => {
    const [name = '', ...lines] = report.split('\n')
    const start = lines.findIndex((line) => /^ *error: /.test(line))
    if (start === -1) return []
    const [error = '', ...rest] = lines.slice(start)
    const end = rest.findIndex((line) => !/^ {4,}./.test(line))
    const text = [error.replace(/^ *error: (?:\|-$)?/, ''), ...rest.slice(0, end === -1 ? undefined : end)]
    return [`        ${name}: ${text.join('\n').trim()}`]
  })
  return failures.length === 0 ? output.trim() : failures.join('\n')
}

function listTests(root: string): string[] {
  return listFiles(root).filter(
    (file) => file.endsWith('.test.ts') && !/(?:^|\/)(?:node_modules|dist)\//.test(file),
  )
}

/** Checks the bytes of each page, as the site does when the release is published. */
function checkBudget({ folder, record }: BuiltRelease): Finding {
  const getSize = (file: string) => gzipSync(readFileSync(join(folder, file))).length
  const failure = findOverBudget(record, getSize)
  if (failure !== null) return failed('byte-budget', failure.message, failure.hint)
  const largest = Math.max(...record.pages.map((page) => getPageBytes(record, page, getSize)))
  return passed('byte-budget', `the largest page loads ${Math.ceil(largest / 1024)} KiB up front (gzip)`)
}
