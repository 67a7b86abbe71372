import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { findProjectRoot } from './config.ts'

/** The product's version, as package.json has it. */
export const version: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(findProjectRoot(), 'package.json'), 'utf8'))).version
