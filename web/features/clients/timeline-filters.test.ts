import { describe, expect, test } from 'vitest'
import { readTimelineFilters, writeTimelineFilters } from './timeline-filters.ts'

describe('filters of the timeline in the address', () => {
  test('several kinds, days and words are read as they were written', () => {
    const filters = { kinds: ['movement', 'note'] as const, from: '2026-01-01', to: 'today', search: 'retirada' }
    const written = writeTimelineFilters(new URLSearchParams('panel=documents'), filters)
    expect(written.get('panel')).toBe('documents')
    expect(readTimelineFilters(written)).toEqual(filters)
  })

  test('leaves out what it can not mean', () => {
    const params = new URLSearchParams('timelineKind=note,nothing&timelineFrom=<b>&timelineSearch=%20%20')
    expect(readTimelineFilters(params)).toEqual({ kinds: ['note'], from: '', to: '', search: '' })
  })

  test('cleared filters leave the address as it was before', () => {
    const params = new URLSearchParams('panel=activity&timelineKind=call')
    expect(String(writeTimelineFilters(params, { kinds: [], from: '', to: '', search: '' }))).toBe('panel=activity')
  })
})
