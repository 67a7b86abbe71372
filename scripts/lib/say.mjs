/**
 * Tells the person what is being done. In a terminal one line is redrawn; in a file or pipe every step is a line, a long one
 * says every few seconds how far it is, and each says how far it came.
 */
export const sayTo = (out) => {
  let step = ''
  let latest = ''
  let said = ''
  let saidAt = 0
  const line = (done, total) => {
    if (total === undefined) return done === undefined ? step : `${step}: ${done}`
    const share = total > 0 ? Math.min(1, done / total) : 1
    return `${step}: ${Math.floor(share * 100)} % (${done} of ${total})`
  }
  const draw = (text) => {
    out.write(out.isTTY ? `\r\x1b[2K${text}` : `${text}\n`)
    saidAt = Date.now()
    said = text
  }
  const finish = () => {
    // How far it came, where that was held back.
    if (latest !== said) draw(latest)
    if (step && out.isTTY) out.write('\n')
    step = latest = said = ''
  }
  return {
    progress: (next, done, total) => {
      const isNew = next !== step
      if (isNew) finish()
      step = next
      latest = line(done, total)
      const isDue = Date.now() - saidAt > (out.isTTY ? 100 : 10_000)
      if (latest !== said && (isNew || isDue || (total !== undefined && done === total))) draw(latest)
    },
    finish,
  }
}
