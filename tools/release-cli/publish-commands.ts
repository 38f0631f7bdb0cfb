import { paths } from '@portico/shared/paths.ts'
import {
  PublishResultSchema,
  type ValidationReport,
  ValidationReportSchema,
} from '@portico/shared/release/release-api.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import { type BuiltRelease, builtRelease, folderFlag, packRelease } from './built-release.ts'
import { exitCodes, requiredFlag, type Verb, type VerbAnswer, type VerbCall, wordAt } from './command.ts'
import { headlessLoad, type LoadFinding } from './load-in-browser.ts'
import { SiteRefused } from './site-client.ts'

const browserFlag = { 'no-browser': { type: 'boolean' } } as const

const folderNote = '--folder <built>  hands over the folder that holds release.json, and builds nothing'

/** `check`: everything that publishing asks for, and one load in a browser; nothing is stored. */
export const check: Verb = {
  usage: 'check <remote> [--folder <built>] [--no-browser]',
  about: 'builds it, asks the gate of the site, and opens it in the real shell; stores nothing',
  notes: [
    folderNote,
    '--no-browser      asks the gate alone',
    'It ends with 3 where something has to be mended, or no Chromium is there to open it.',
  ],
  flags: { ...folderFlag, ...browserFlag },
  async run(call) {
    const built = await builtRelease(call, wordAt(call, 0, 'the name of a remote'))
    return answerOf(built, await examine(call, built))
  },
}

/** `publish`: everything that `check` does, then hands the built folder to the site. */
export const publish: Verb = {
  usage: 'publish <remote> [--folder <built>] [--no-browser --reason <why>]',
  about: 'checks it as `check` does and hands it to the site; no visitor gets it before `start`',
  notes: [
    folderNote,
    '--no-browser      asks the gate alone; the log of the site keeps that, and the reason',
    'It ends with 3 where the gate refuses it, it does not mount, or no Chromium is there to open it.',
  ],
  flags: { ...folderFlag, ...browserFlag, reason: { type: 'string' } },
  async run(call) {
    const isSkipped = call.flags['no-browser'] === true
    const reason = isSkipped ? requiredFlag(call, 'reason', '"why no browser has to open it"') : undefined
    const built = await builtRelease(call, wordAt(call, 0, 'the name of a remote'))
    const examined = await examine(call, built)
    if (!examined.isOk) return answerOf(built, examined)
    const query = new URLSearchParams({
      browser: examined.mounted?.outcome ?? 'skipped',
      ...(reason !== undefined && { reason }),
    })
    const path = `${paths.publish}/${built.record.remote}/${built.record.version}?${query}`
    const body = await packRelease(built)
    call.progress(`Publishing ${nameOf(built)}, ${Math.ceil(body.length / 1024)} KB ...`)
    try {
      const published = await call.site().call({ method: 'PUT', path, body, answer: PublishResultSchema })
      const done =
        published.outcome === 'published' ? 'is published' : 'was published before, with the same bytes'
      const how = examined.mounted?.message ?? `not opened in a browser: ${reason}`
      return { json: published, text: `${published.id} ${done} (${how}).` }
    } catch (error) {
      if (error instanceof SiteRefused && error.code.startsWith('gate')) return refused(error)
      throw error
    }
  },
}

/** What the gate of the site and a browser say of a build. */
interface Examined {
  readonly isOk: boolean
  readonly report: ValidationReport
  /** null: not asked for, or not worth it. */
  readonly mounted: LoadFinding | null
}

async function examine(call: VerbCall, built: BuiltRelease): Promise<Examined> {
  const path = `${paths.publish}/${built.record.remote}/${built.record.version}/check`
  call.progress('Asking the gate of the site ...')
  const body = await packRelease(built)
  const report = await call.site().call({ method: 'POST', path, body, answer: ValidationReportSchema })
  if (!report.isOk || call.flags['no-browser'] === true) return { isOk: report.isOk, report, mounted: null }
  call.progress('Opening it in the shell of the site ...')
  const mounted = await headlessLoad(built, call.site().address)
  return { isOk: mounted.isOk, report, mounted }
}

function answerOf(built: BuiltRelease, { isOk, report, mounted }: Examined): VerbAnswer {
  const browser = mounted === null ? null : { check: 'browser', ...mounted }
  const lines = [...report.findings, ...(browser === null ? [] : [browser])].map(lineOf)
  return {
    json: { release: nameOf(built), isOk, findings: report.findings, browser },
    text: [nameOf(built), ...lines].join('\n'),
    exitCode: isOk ? exitCodes.ok : exitCodes.gateFailed,
  }
}

function refused({ code, message }: SiteRefused): VerbAnswer {
  return { json: { code, message }, text: message, exitCode: exitCodes.gateFailed }
}

function lineOf({
  check,
  isOk,
  message,
  hint,
}: Omit<ValidationReport['findings'][number], 'check'> & { check: string }) {
  if (!isOk) return `  WRONG ${check}: ${message} ${hint}`
  return message === 'ok' ? `  ok    ${check}` : `  ok    ${check}: ${message}`
}

function nameOf({ record }: BuiltRelease): string {
  return `${record.remote}@${getReleaseId(record)}`
}
