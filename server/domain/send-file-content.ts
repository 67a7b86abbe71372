import type { FastifyReply } from 'fastify'

/** Never a page: saved and not opened, taken for nothing but its type, and without rights if it were opened all the same. */
export const sendFileContent = (reply: FastifyReply, type: string, name: string, content: Uint8Array) =>
  reply
    .type(type)
    .headers({
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(content)
