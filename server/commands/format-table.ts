const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const formatCell = (value: unknown): string => {
  if (value === null || value === undefined) return '–'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(formatCell).join(', ')
  return isRecord(value) ? JSON.stringify(value) : String(value)
}

/** 'moneyIn' → 'money in': a JSON field's name as a person reads it. */
const toWords = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])/g, (_, before, letter) => `${before} ${letter.toLowerCase()}`)

const isNumericText = (value: string): boolean => /^-?\d+(\.\d+)?$/.test(value)

const alignTableColumns = (rows: readonly (readonly string[])[]): string[] => {
  const widths = rows[0]?.map((_, n) => Math.max(...rows.map((row) => row[n]?.length ?? 0))) ?? []
  const isFigure = widths.map((_, n) => rows.slice(1).every((row) => isNumericText(row[n] ?? '') || row[n] === '–'))
  const pad = (cell: string, n: number) => (isFigure[n] ? cell.padStart(widths[n] ?? 0) : cell.padEnd(widths[n] ?? 0))
  return rows.map((row) => row.map(pad).join('  ').trimEnd())
}

/** Rows of equal objects as a table with a heading. */
const formatRecordList = (rows: readonly Record<string, unknown>[]): string[] => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return alignTableColumns([names.map(toWords), ...rows.map((row) => names.map((name) => formatCell(row[name])))])
}

/** Objects of objects: the key becomes the first column. */
const toRecordsByKey = (entries: readonly [string, unknown][]): Record<string, unknown>[] | undefined =>
  entries.length > 0 && entries.every(([, value]) => isRecord(value))
    ? entries.map(([key, value]) => ({ '': key, ...(value as Record<string, unknown>) }))
    : undefined

/** An answer for people: its plain fields one a line, then each list under its name. The same content as `--json`. */
export const formatCommandAnswer = (answer: unknown): string => {
  if (Array.isArray(answer))
    return answer.every(isRecord) && answer.length > 0 ? formatRecordList(answer).join('\n') : formatCell(answer)
  if (!isRecord(answer)) return formatCell(answer)
  const entries = Object.entries(answer)
  const isList = (value: unknown) =>
    (Array.isArray(value) && value.length > 0 && value.every(isRecord)) ||
    (isRecord(value) && Object.keys(value).length > 0)
  const plain = entries.filter(([, value]) => !isList(value))
  const width = Math.max(0, ...plain.map(([name]) => toWords(name).length))
  const lines = plain.map(([name, value]) => `${toWords(name).padEnd(width)}  ${formatCell(value)}`)
  for (const [name, value] of entries.filter(([, one]) => isList(one))) {
    const rows = Array.isArray(value)
      ? (value as Record<string, unknown>[])
      : toRecordsByKey(Object.entries(value as object))
    const body = rows ? formatRecordList(rows) : formatCommandAnswer(value).split('\n')
    lines.push('', `${toWords(name)}:`, ...body.map((line) => `  ${line}`))
  }
  return lines.join('\n').trim()
}
