import type { Transport } from './call.ts'

const parseHeaders = (lines: string): Headers =>
  new Headers(
    lines
      .trim()
      .split(/[\r\n]+/)
      .filter((line) => line.includes(':'))
      .map((line): [string, string] => {
        const end = line.indexOf(':')
        return [line.slice(0, end).trim(), line.slice(end + 1).trim()]
      }),
  )

/** Sends a file as fetch would, and tells which part of it has gone, from 0 to 1: fetch itself doesn't. */
export const buildUploadTransport =
  (onProgress: (sent: number) => void): Transport =>
  (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const abort = (): void => request.abort()
      const settle = (end: () => void) => (): void => {
        signal?.removeEventListener('abort', abort)
        end()
      }
      request.open(method, url)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onload = settle(() => {
        const { status, responseText } = request
        resolve(new Response(responseText || null, { status, headers: parseHeaders(request.getAllResponseHeaders()) }))
      })
      request.onerror = settle(() => reject(new TypeError('The connection broke off')))
      request.onabort = settle(() => reject(new DOMException('The upload was stopped', 'AbortError')))
      signal?.addEventListener('abort', abort)
      if (signal?.aborted) abort()
      request.send(body)
    })
