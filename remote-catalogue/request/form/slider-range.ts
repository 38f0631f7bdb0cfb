import type { Parameter } from '@portico/kit/api/parameter.ts'

/** Ranges up to this width have a step of 0.1. */
const maxFineWidth = 10

/** Range and step of a parameter's slider, which stops short of exclusive ends; null without a bound. */
export function getSliderRange({ bound }: Parameter): { min: number; max: number; step: number } | null {
  if (bound === undefined) return null
  const step = bound.max - bound.min <= maxFineWidth ? 0.1 : 1
  const inset = bound.exclusive ? step : 0
  return { min: bound.min + inset, max: bound.max - inset, step }
}
