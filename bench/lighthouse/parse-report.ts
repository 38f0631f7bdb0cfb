import * as v from 'valibot'

// Lighthouse issue 2394: the browser sometimes returns a trace without its start.
const lostTraceCodes = ['NO_NAVSTART', 'NO_TRACING_STARTED', 'NO_RESOURCE_REQUEST', 'NO_DCL']

const FailedSchema = v.object({ runtimeError: v.object({ code: v.string(), message: v.string() }) })

const Score = v.object({ score: v.number() })

/** The parts of a report that are used. A category that couldn't be scored is rejected. */
const ReportSchema = v.object({
  categories: v.object({
    performance: Score,
    accessibility: Score,
    'best-practices': Score,
    seo: Score,
  }),
  audits: v.record(
    v.string(),
    v.object({ title: v.string(), score: v.nullable(v.number()), numericValue: v.optional(v.number()) }),
  ),
})

/** Lighthouse's audit of one page view. Scores are from 0 to 100. */
export interface Audit {
  readonly performance: number
  readonly accessibility: number
  readonly bestPractices: number
  readonly seo: number
  readonly layoutShift: number
  readonly blockingMs: number
  /** Titles of the audits that are below the maximum. */
  readonly failedAudits: readonly string[]
}

/** Parses Lighthouse's report. Returns null if it lost its trace. Throws if it couldn't audit the page. */
export function parseReport(json: string): Audit | null {
  const report: unknown = JSON.parse(json)
  const failed = v.safeParse(FailedSchema, report)
  if (failed.success) {
    const { code, message } = failed.output.runtimeError
    if (lostTraceCodes.includes(code)) return null
    throw new Error(`Lighthouse couldn't audit the page: ${code}: ${message}`)
  }
  const { categories, audits } = v.parse(ReportSchema, report)
  const measure = (name: string) => {
    const value = audits[name]?.numericValue
    if (value === undefined) throw new Error(`Lighthouse's report has no ${name}.`)
    return value
  }
  const points = ({ score }: v.InferOutput<typeof Score>) => Math.round(score * 100)
  return {
    performance: points(categories.performance),
    accessibility: points(categories.accessibility),
    bestPractices: points(categories['best-practices']),
    seo: points(categories.seo),
    layoutShift: measure('cumulative-layout-shift'),
    blockingMs: measure('total-blocking-time'),
    failedAudits: Object.values(audits)
      .filter(({ score }) => score !== null && score < 1)
      .map(({ title }) => title),
  }
}
