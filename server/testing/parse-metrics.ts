// prom-client writes `Nan`; Prometheus accepts it in any case.
const sampleShape =
  /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|NaN|Nan|\+Inf)$/
const labelShape = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,|$)/y
const types = ['counter', 'gauge', 'histogram', 'summary']

/**
 * Parses the text format of Prometheus, as strictly as Prometheus does. Returns the value of each series by its name and its
 * sorted labels: `requests_total{method="GET",route="page"}`.
 */
export function parseMetrics(text: string): ReadonlyMap<string, number> {
  if (!text.endsWith('\n')) throw new Error('The last line must end with a line feed.')
  const series = new Map<string, number>()
  const families = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, name = '', type = ''] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
    if (name !== '') {
      if (families.has(name) || !types.includes(type)) throw new Error(`Invalid or second type: ${line}`)
      families.set(name, type)
    }
    if (line === '' || /^# (?:TYPE|HELP) \S+ \S/.test(line)) continue
    const [, sample = '', labels = '', value = ''] = sampleShape.exec(line) ?? []
    if (sample === '') throw new Error(`Invalid line: ${line}`)
    if (!families.has(sample) && !isPartOfHistogram(families, sample)) throw new Error(`No type for: ${line}`)
    const key = `${sample}{${parseLabels(labels, line).toSorted().join()}}`
    if (series.has(key)) throw new Error(`The series exists twice: ${line}`)
    series.set(key, Number(value.replace('Inf', 'Infinity')))
  }
  return series
}

function isPartOfHistogram(families: ReadonlyMap<string, string>, sample: string): boolean {
  const type = families.get(sample.replace(/_(?:bucket|sum|count)$/, ''))
  return type === 'histogram' || type === 'summary'
}

function parseLabels(text: string, line: string): string[] {
  const labels: string[] = []
  labelShape.lastIndex = 0
  while (labelShape.lastIndex < text.length) {
    const found = labelShape.exec(text)
    if (found === null) throw new Error(`Invalid labels: ${line}`)
    labels.push(`${found[1]}="${found[2]}"`)
  }
  return labels
}
