/**
 * Tells the person what is being done. In a terminal one line is redrawn; in a file or pipe every step is a line, and a long one
 * says every few seconds how far it is.
 */
export const sayTo = (out) => {
  let step = ''
  let saidAt = 0
  const line = (done, total) => {
    if (total === undefined) return done === undefined ? step : `${step}: ${done}`
    const share = total > 0 ? Math.min(1, done / total) : 1
    return `${step}: ${Math.floor(share * 100)} % (${done} of ${total})`
  }
  const finish = () => {
    if (step && out.isTTY) out.write('\n')
    step = ''
  }
  return {
    progress: (next, done, total) => {
      const isNew = next !== step
      if (isNew) finish()
      step = next
      const now = Date.now()
      if (out.isTTY && (isNew || done === total || now - saidAt > 100)) out.write(`\r\x1b[2K${line(done, total)}`)
      else if (!out.isTTY && (isNew || now - saidAt > 10_000)) out.write(`${line(done, total)}\n`)
      else return
      saidAt = now
    },
    finish,
  }
}
