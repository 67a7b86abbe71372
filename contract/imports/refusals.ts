export const refusals = {
  'import.notCsv': 422,
  'import.tooMany': 422,
  'import.notYours': 409,
  'import.tooLate': 409,
  'import.nothing': 409,
  'import.wrongRows': 409,
  'import.undoWaits': 409,
  'import.booksMoved': 409,
  'import.undoBlocked': 409,
  'import.decisionNotAllowed': 409,
  'import.noFaults': 409,
  'import.comparedLimit': 429,
} as const satisfies Record<string, number>
