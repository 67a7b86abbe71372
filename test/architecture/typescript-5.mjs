import Module, { register } from 'node:module'

// Preloaded into dependency-cruiser: it asks for "typescript" and can't read sources with version 7, whose program interface
// differs. It then sees no module at all and reports success. Version 5.9 stands under another name; this puts it in its place.
const here = `const old = /^typescript(?=$|\\/)/
export const resolve = (name, context, next) => next(name.replace(old, 'typescript-for-tools'), context)`
register(`data:text/javascript,${encodeURIComponent(here)}`)

const resolveFilename = Module._resolveFilename
Module._resolveFilename = (name, ...rest) =>
  resolveFilename(name.replace(/^typescript(?=$|\/)/, 'typescript-for-tools'), ...rest)
