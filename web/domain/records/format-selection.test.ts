import { describe, expect, test } from 'vitest'
import { formatSelection } from './format-selection.ts'

describe('formatting of what is chosen', () => {
  test('puts marks around words, leaving spaces outside, and takes them off again', () => {
    const bold = formatSelection({ text: 'un gran cliente', start: 3, end: 8 }, 'bold')
    expect(bold).toEqual({ text: 'un **gran** cliente', start: 5, end: 9 })
    expect(formatSelection(bold, 'bold')).toEqual({ text: 'un gran cliente', start: 3, end: 7 })
    expect(formatSelection({ text: '', start: 0, end: 0 }, 'italic')).toEqual({ text: '__', start: 1, end: 1 })
  })

  test('makes points of whole lines, numbers of points, and lines again', () => {
    const points = formatSelection({ text: 'antes\nuno\ndos', start: 8, end: 12 }, 'bullets')
    expect(points.text).toBe('antes\n- uno\n- dos')
    const all = { text: points.text, start: 6, end: points.text.length }
    const numbers = formatSelection(all, 'numbers')
    expect(numbers.text).toBe('antes\n1. uno\n2. dos')
    expect(formatSelection({ ...numbers, start: 6 }, 'numbers').text).toBe('antes\nuno\ndos')
  })
})
