import { AppNameSchema } from '@portico/kit/contract/manifest.ts'
import * as v from 'valibot'
import { arms } from './discovery-document.ts'

const loadOutcomes = [
  'ok',
  'network',
  'http',
  'timeout',
  'integrity',
  'content-type',
  'parse',
  'init',
  'contract',
  'mount',
  'offline',
  /** Of the shell: the page was left before it had started. */
  'left',
] as const

const reportPhases = ['document', 'entry', 'init', 'module', 'chunk', 'style', 'mount'] as const

const ReleaseId = v.pipe(
  v.string(),
  v.regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.]+)?-[0-9a-f]{8}$/),
  v.maxLength(80),
)

/** Schema of one load of a remote in a page. */
const LoadReportSchema = v.strictObject({
  /** Or `shell`. */
  remote: AppNameSchema,
  /** `<version>-<hash8>` */
  release: ReleaseId,
  /** null: the remote has no rollout. */
  rollout: v.nullable(v.pipe(v.string(), v.maxLength(40))),
  arm: v.picklist(arms),
  outcome: v.picklist(loadOutcomes),
  phase: v.picklist(reportPhases),
  ms: v.pipe(v.number(), v.minValue(0), v.maxValue(3_600_000)),
  /** The release it fell back to; null: none. */
  fellBackTo: v.nullable(ReleaseId),
})

export type LoadReport = v.InferOutput<typeof LoadReportSchema>

/** What a release can do to a page view besides not loading: `shared/protocol/rollout/signals.ts`. */
export const signalNames = [
  'error',
  'failure',
  'request',
  'blocked',
  'shift',
  'measure',
  'slow-interaction',
  'slow-paint',
  'slow-load',
  'memory',
  'leave',
  'silent',
] as const

export const SignalNameSchema = v.picklist(signalNames)

export type SignalName = (typeof signalNames)[number]

/** Schema of what a release did in a page view besides loading. */
const SignalReportSchema = v.strictObject({
  remote: LoadReportSchema.entries.remote,
  release: ReleaseId,
  rollout: v.pipe(v.string(), v.maxLength(40)),
  arm: v.picklist(arms),
  signal: SignalNameSchema,
})

export type SignalReport = v.InferOutput<typeof SignalReportSchema>

/** What a page view of a release took: Interaction to Next Paint, Largest Contentful Paint, its load (ms), or memory (MB). */
export const vitalNames = ['inp', 'lcp', 'load', 'memory'] as const

export type VitalName = (typeof vitalNames)[number]

/** Schema of what a page view of a release took. The server compares it with what stable takes. */
const VitalReportSchema = v.strictObject({
  remote: LoadReportSchema.entries.remote,
  release: ReleaseId,
  rollout: SignalReportSchema.entries.rollout,
  arm: v.picklist(arms),
  vital: v.picklist(vitalNames),
  /** Milliseconds or megabytes, without fractions. */
  value: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3_600_000)),
})

export type VitalReport = v.InferOutput<typeof VitalReportSchema>

/** Schema of where an error of a release was thrown. It has no text of the page: nothing in it is about a person. */
const ErrorReportSchema = v.strictObject({
  remote: LoadReportSchema.entries.remote,
  release: ReleaseId,
  rollout: SignalReportSchema.entries.rollout,
  arm: v.picklist(arms),
  /** The error's class, such as `TypeError`; `Error` if it isn't one of the language's or browser's. */
  type: v.pipe(v.string(), v.regex(/^[A-Za-z]{1,40}$/)),
  /** A script of the release, such as `static/js/async/12.0a1b2c3d.js`. */
  file: v.pipe(v.string(), v.regex(/^[\w./-]{1,200}$/)),
  /** From 1, as browsers state them. */
  line: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000_000)),
  column: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000_000)),
  /** The path pattern of the page that was shown, such as `/api/:slug`. */
  page: v.pipe(v.string(), v.maxLength(200)),
})

export type ErrorReport = v.InferOutput<typeof ErrorReportSchema>

/** Body of `/-/beacon`, as `application/json` or `text/plain`; at most 16 KiB. */
export const ReportSchema = v.strictObject({
  schemaVersion: v.literal(2),
  /** The page's token from the cookie `report-token-cookie.ts`; null: it got none, so the report doesn't count. */
  token: v.nullable(v.pipe(v.string(), v.maxLength(2_000))),
  revision: v.pipe(v.number(), v.integer(), v.minValue(0)),
  loads: v.pipe(v.array(LoadReportSchema), v.maxLength(20)),
  /** Missing: none, or the shell is older. */
  signals: v.exactOptional(v.pipe(v.array(SignalReportSchema), v.maxLength(20))),
  vitals: v.exactOptional(v.pipe(v.array(VitalReportSchema), v.maxLength(20))),
  errors: v.exactOptional(v.pipe(v.array(ErrorReportSchema), v.maxLength(5))),
})

export type Report = v.InferOutput<typeof ReportSchema>
