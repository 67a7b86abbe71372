import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import type { Gate } from '../architecture/gate.ts'
import { readAllFiles, readSources, type SourceFile } from './sources.ts'

const projectPathPattern = /^(contract|locales|rules|db|server|web|test|bench|scripts|docs)\/[\w.{},/*-]*$/

/** 'locales/{es,en}/clients.ts' → each of the paths that it stands for. */
const expandBraces = (path: string): string[] => {
  const [whole, choices] = /\{([^}]*)\}/.exec(path) ?? []
  return whole && choices ? choices.split(',').flatMap((choice) => expandBraces(path.replace(whole, choice))) : [path]
}

const getLineNumber = (text: string, index: number): number => text.slice(0, index).split('\n').length

/** Paths in backticks, links between documents, and npm commands that a document names and the project hasn't. */
const findBrokenReferences = (root: string, scripts: readonly string[], { path, text }: SourceFile): string[] => {
  const at = (index: number): string => `${path}:${getLineNumber(text, index)}`
  /** Of a path with a star, the folder that it stands in. */
  const isThere = (name: string): boolean => existsSync(join(root, name.replace(/[^/]*\*.*$/, '')))
  return [
    ...[...text.matchAll(/`([^`\s]+)`/g)]
      .filter(([, name]) => projectPathPattern.test(name ?? ''))
      .flatMap(({ 1: name = '', index }) => expandBraces(name).map((one) => ({ one, index })))
      .filter(({ one }) => !isThere(one))
      .map(({ one, index }) => `${at(index)} names ${one}, which is not there`),
    ...[...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .filter(([, link]) => !existsSync(join(root, normalize(join(dirname(path), link ?? '')))))
      .map(({ 1: link, index }) => `${at(index)} links ${link}, which is not there`),
    ...[...text.matchAll(/npm run ([a-z:-]+)/g)]
      .filter(([, script]) => !scripts.includes(script ?? ''))
      .map(({ 1: script, index }) => `${at(index)} names npm run ${script}, which is no command`),
  ]
}

/** Files that the product makes or a reader brings, and names that no file may have. */
const knownFileNames = new Set(['index.ts', 'utils.ts', 'helpers.ts', 'manifest.json', 'secrets.json'])
const codeFilePattern = /\.(ts|tsx|mjs|cjs|js|sql|css|json|txt|html)$/

/** `camelCase`, `snake_case`, `CONSTANT_CASE`, and any name that is called: words of code, and none of a language. */
const identifierPattern = /^([A-Za-z_$][\w$]*)(\(.*\))?$/
const isIdentifier = (name: string, isCalled: boolean): boolean => isCalled || /[A-Z_]/.test(name.slice(1))

type KnownNames = { files: ReadonlySet<string>; identifiers: ReadonlySet<string> }

const readKnownNames = (root: string): KnownNames => {
  const sources = readAllFiles(root, codeFilePattern)
  return {
    files: new Set(sources.map(({ path }) => basename(path))),
    identifiers: new Set(sources.flatMap(({ text }) => text.match(/[A-Za-z_$][\w$]*/g) ?? [])),
  }
}

/** Names in backticks of code and of files that the project doesn't have. The changelog may speak of what is gone. */
const findUnknownNames = ({ files, identifiers }: KnownNames, { path, text }: SourceFile): string[] =>
  path === 'CHANGELOG.md'
    ? []
    : [...text.replace(/```[\s\S]*?```/g, (code) => code.replace(/[^\n]/g, ' ')).matchAll(/`([^`\n]+)`/g)].flatMap(
        ({ 1: name = '', index }) => {
          const [, identifier, call] = identifierPattern.exec(name) ?? []
          const isUnknown = identifier
            ? isIdentifier(identifier, call !== undefined) && !identifiers.has(identifier)
            : /^\w[\w.-]*$/.test(name) && codeFilePattern.test(name) && !files.has(name) && !knownFileNames.has(name)
          return isUnknown ? [`${path}:${getLineNumber(text, index)} names ${name}, which is not in the code`] : []
        },
      )

export const documentsGate: Gate = {
  name: 'documents',
  find: async (root) => {
    const { scripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts?: object }
    const known = readKnownNames(root)
    return readSources(root, /\.md$/).flatMap((source) => [
      ...findBrokenReferences(root, Object.keys(scripts), source),
      ...findUnknownNames(known, source),
    ])
  },
}
