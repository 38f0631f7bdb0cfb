import type { Parameter } from '@portico/shared/api/parameter.ts'

/** A range that is at most this wide moves in tenths. */
const maxFineWidth = 10

/** Ends and step of a parameter's slider, which stops short of an end that is excluded; null: it has no bound. */
export function getSliderRange({ bound }: Parameter): { min: number; max: number; step: number } | null {
  if (bound === undefined) return null
  const step = bound.max - bound.min <= maxFineWidth ? 0.1 : 1
  const inset = bound.exclusive ? step : 0
  return { min: bound.min + inset, max: bound.max - inset, step }
}
