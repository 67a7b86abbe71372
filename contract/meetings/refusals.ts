export const refusals = {
  'meeting.closed': 409,
  'meeting.notYet': 409,
  'meeting.seriesBegun': 409,
} as const satisfies Record<string, number>
