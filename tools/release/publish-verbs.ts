import { paths } from '@portico/shared/paths.ts'
import { type GateReport, GateReportSchema, PublishedSchema } from '@portico/shared/release/calls.ts'
import { releaseId } from '@portico/shared/release/release-record.ts'
import { type BuiltRelease, builtRelease, folderFlag, packRelease } from './built-release.ts'
import { headlessLoad } from './headless-load.ts'
import { SiteRefused } from './site-calls.ts'
import { exitCodes, type Verb, type VerbAnswer, type VerbCall, wordAt } from './verb.ts'

const folderNote = '--folder <built>  hands over the folder that holds release.json, and builds nothing'

/** `check`: everything that publishing asks for, and one load in a browser; nothing is stored. */
export const check: Verb = {
  usage: 'check <remote> [--folder <built>] [--no-browser]',
  about: 'builds it, asks the gate of the site, and opens it in the real shell; stores nothing',
  notes: [
    folderNote,
    '--no-browser      asks the gate alone',
    'It ends with 3 where something has to be mended.',
  ],
  flags: { ...folderFlag, 'no-browser': { type: 'boolean' } },
  async run(call) {
    const built = await builtRelease(call, wordAt(call, 0, 'the name of a remote'))
    const path = `${paths.publish}/${built.record.remote}/${built.record.version}/check`
    call.progress('Asking the gate of the site ...')
    const report = await call
      .site()
      .call({ method: 'POST', path, body: await packRelease(built), answer: GateReportSchema })
    const mounted = report.isOk && call.flags['no-browser'] !== true ? await load(call, built) : null
    const isOk = report.isOk && (mounted === null || mounted.isOk)
    return {
      json: { release: nameOf(built), isOk, findings: report.findings, browser: mounted },
      text: [`${nameOf(built)}`, ...report.findings.map(lineOf), ...(mounted ? [lineOf(mounted)] : [])].join(
        '\n',
      ),
      exitCode: isOk ? exitCodes.ok : exitCodes.gateFailed,
    }
  },
}

/** `publish`: hands the built folder to the site. */
export const publish: Verb = {
  usage: 'publish <remote> [--folder <built>]',
  about: 'builds it and hands it to the site; no visitor gets it before `start`',
  notes: [folderNote, 'It ends with 3 where the gate refuses it.'],
  flags: folderFlag,
  async run(call) {
    const built = await builtRelease(call, wordAt(call, 0, 'the name of a remote'))
    const path = `${paths.publish}/${built.record.remote}/${built.record.version}`
    const body = await packRelease(built)
    call.progress(`Publishing ${nameOf(built)}, ${Math.ceil(body.length / 1024)} KB ...`)
    try {
      const published = await call.site().call({ method: 'PUT', path, body, answer: PublishedSchema })
      const done =
        published.outcome === 'published' ? 'is published' : 'was published before, with the same bytes'
      return { json: published, text: `${published.id} ${done}.` }
    } catch (error) {
      if (error instanceof SiteRefused && error.code.startsWith('gate')) return refused(error)
      throw error
    }
  },
}

function refused({ code, message }: SiteRefused): VerbAnswer {
  return { json: { code, message }, text: message, exitCode: exitCodes.gateFailed }
}

async function load(call: VerbCall, built: BuiltRelease) {
  call.progress('Opening it in the shell of the site ...')
  return { check: 'browser', ...(await headlessLoad(built, call.site().address)) }
}

function lineOf({
  check,
  isOk,
  message,
  hint,
}: Omit<GateReport['findings'][number], 'check'> & { check: string }) {
  if (!isOk) return `  WRONG ${check}: ${message} ${hint}`
  return message === 'ok' ? `  ok    ${check}` : `  ok    ${check}: ${message}`
}

function nameOf({ record }: BuiltRelease): string {
  return `${record.remote}@${releaseId(record)}`
}
