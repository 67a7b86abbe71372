export const refusals = {
  'handover.notReceiver': 422,
  'handover.nothingToMove': 422,
  'handover.tooLate': 409,
  'handover.giverLeaves': 409,
} as const satisfies Record<string, number>
