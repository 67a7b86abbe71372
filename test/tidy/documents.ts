import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import type { Gate } from '../architecture/gate.ts'
import { readSources, type SourceFile } from './sources.ts'

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

const statusPattern = /^Status: (accepted|replaced|rejected), \d{4}-\d{2}-\d{2}\b/m

/** Decisions without their status and date, of another number than their file's, or that the index doesn't list. */
const findUnlistedDecisions = (sources: readonly SourceFile[]): string[] => {
  const index = sources.find(({ path }) => path === 'docs/decisions/README.md')?.text ?? ''
  return sources
    .filter(({ path }) => /^docs\/decisions\/\d/.test(path))
    .flatMap(({ path, text }) => {
      const file = basename(path)
      return [
        ...(text.startsWith(`# ${Number(file.slice(0, 4))}. `) ? [] : [`${path} has a title of another number`]),
        ...(statusPattern.test(text) ? [] : [`${path} says no status and date ('Status: accepted, 2026-01-31.')`]),
        ...(index.includes(`](${file})`) ? [] : [`${path} is not listed in docs/decisions/README.md`]),
      ]
    })
}

export const documentsGate: Gate = {
  name: 'documents',
  find: async (root) => {
    const { scripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts?: object }
    const sources = readSources(root, /\.md$/)
    return [
      ...sources.flatMap((source) => findBrokenReferences(root, Object.keys(scripts), source)),
      ...findUnlistedDecisions(sources),
    ]
  },
}
