import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import type { Gate } from '../architecture/gate.ts'
import { type Source, sourcesOf } from './sources.ts'

const ours = /^(contract|locales|db|server|web|test|bench|scripts|docs)\/[\w.{},/*-]*$/

/** 'locales/{es,en}/clients.ts' → each of the paths that it stands for. */
const spelledOut = (path: string): string[] => {
  const [whole, choices] = /\{([^}]*)\}/.exec(path) ?? []
  return whole && choices ? choices.split(',').flatMap((choice) => spelledOut(path.replace(whole, choice))) : [path]
}

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length

/** Paths in backticks, links between documents, and npm commands that a document names and the project hasn't. */
const lost = (root: string, scripts: readonly string[], { path, text }: Source): string[] => {
  const at = (index: number): string => `${path}:${lineOf(text, index)}`
  /** Of a path with a star, the folder that it stands in. */
  const isThere = (name: string): boolean => existsSync(join(root, name.replace(/[^/]*\*.*$/, '')))
  return [
    ...[...text.matchAll(/`([^`\s]+)`/g)]
      .filter(([, name]) => ours.test(name ?? ''))
      .flatMap(({ 1: name = '', index }) => spelledOut(name).map((one) => ({ one, index })))
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

export const documents: Gate = {
  name: 'documents',
  find: async (root) => {
    const { scripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts?: object }
    return sourcesOf(root, /\.md$/).flatMap((source) => lost(root, Object.keys(scripts), source))
  },
}
