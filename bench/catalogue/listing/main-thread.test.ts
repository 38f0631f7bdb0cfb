import { expect, test } from 'vitest'
import { getFrameTime, getKeyTimes, getLongestTask } from './main-thread.ts'

const span = (start: number, end: number, cpuMs = 0) => ({ start, end, cpuMs })

test('a key press takes the time of its tasks until the first frame after its input', () => {
  const thread = {
    tasks: [span(0, 10, 5), span(100, 150, 4), span(160, 200, 3), span(210, 300, 9)],
    keys: [105],
    inputs: [span(110, 140)],
    frames: [span(102, 108), span(165, 190), span(220, 290)],
  }
  expect(getKeyTimes(thread)).toEqual([7])
  expect(getLongestTask(thread)).toBe(9)
})

test('a key press that changes nothing has no time', () => {
  expect(getKeyTimes({ tasks: [], keys: [1], inputs: [], frames: [span(2, 3)] })).toEqual([])
})

test('frame time is that of the tasks that draw, without the slowest of a hundred', () => {
  const tasks = Array.from({ length: 100 }, (_, at) => span(at * 10, at * 10 + 9, at === 50 ? 40 : at / 10))
  const frames = tasks.map(({ start }) => span(start + 1, start + 2))
  expect(getFrameTime({ tasks: [...tasks, span(2000, 2001, 99)], keys: [], inputs: [], frames })).toBe(9.9)
})
