import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { testCirclesGate } from '../tidy/circles.ts'
import { clientReferencesGate } from '../tidy/client-references.ts'
import { columnSpellingGate } from '../tidy/column-spelling.ts'
import { databaseRulesGate } from '../tidy/database-rules.ts'
import { decisionsGate } from '../tidy/decisions.ts'
import { documentsGate } from '../tidy/documents.ts'
import { duplicationGate } from '../tidy/duplication.ts'
import { featureListsGate } from '../tidy/features.ts'
import { formPartsGate } from '../tidy/form-parts.ts'
import { frozenMigrationsGate } from '../tidy/frozen-migrations.ts'
import { functionCommentsGate } from '../tidy/function-comments.ts'
import { identifiersGate } from '../tidy/identifiers.ts'
import { importNamesGate } from '../tidy/import-names.ts'
import { packagesGate } from '../tidy/packages.ts'
import { packedLiteralsGate } from '../tidy/packed-literals.ts'
import { sentencesGate } from '../tidy/sentences.ts'
import { codeShapeGate } from '../tidy/shape.ts'
import { sqlShapeGate } from '../tidy/sql-shape.ts'
import { styleClassesGate } from '../tidy/style-classes.ts'
import { testTitles } from '../tidy/test-titles.ts'
import { textWordsGate } from '../tidy/text-words.ts'
import { textsGate } from '../tidy/texts.ts'
import { deadCodeGate, formatGate, typesGate } from '../tidy/tools.ts'
import { scriptWeightGate } from '../tidy/weight.ts'
import { forbiddenWordsGate } from '../tidy/words.ts'
import type { Gate } from './gate.ts'
import { importRulesGate } from './import-rules.ts'
import { openApiGate } from './open-api.ts'
import { buildSchemaGate, type WithMigrated } from './schema.ts'

/** Gates that read the sources themselves: no tool, no build and no database. */
export const sourceGates: readonly Gate[] = [
  codeShapeGate,
  sqlShapeGate,
  columnSpellingGate,
  forbiddenWordsGate,
  testTitles,
  identifiersGate,
  importNamesGate,
  packedLiteralsGate,
  functionCommentsGate,
  formPartsGate,
  styleClassesGate,
  duplicationGate,
  textsGate,
  textWordsGate,
  documentsGate,
  decisionsGate,
  sentencesGate,
  databaseRulesGate,
  clientReferencesGate,
  frozenMigrationsGate,
  packagesGate,
  featureListsGate,
  testCirclesGate,
]

/** Gates that run a tool, or read what was built. One of them needs a migrated database. */
export const buildToolGates = (withMigrated: WithMigrated): readonly Gate[] => [
  formatGate,
  importRulesGate,
  scriptWeightGate,
  openApiGate,
  buildSchemaGate(withMigrated),
]

/** Every gate of the project but the tests. */
export const buildAllGates = (withMigrated: WithMigrated): readonly Gate[] => [
  ...sourceGates,
  typesGate,
  deadCodeGate,
  ...buildToolGates(withMigrated),
]

/** All tests, seen as they run; the gates above are among them. */
export const testsGate: Gate = {
  name: 'tests',
  find: (root) =>
    new Promise((done) => {
      spawn(process.execPath, [join(root, 'scripts/test.mjs')], { cwd: root, stdio: 'inherit' }).once('close', (code) =>
        done(code === 0 ? [] : [`the tests ended with ${code}`]),
      )
    }),
}
