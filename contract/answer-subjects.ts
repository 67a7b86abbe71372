import { moduleSubjects } from './all-subjects.ts'
import type { DataSubject, ModuleSubjects } from './core/data-subjects.ts'
import type { ModuleKey } from './permissions.ts'

const subjectsByModule: ModuleSubjects = moduleSubjects

/** What an answer is about; undefined: of everything, as far as one knows. */
export const getAnswerSubjects = ({
  about,
  module,
}: {
  about?: readonly DataSubject[]
  module?: ModuleKey
}): readonly DataSubject[] | undefined => about ?? (module && subjectsByModule[module])

/** What a call changes. Each change is audited; one that keeps no data, as a quote or signing in, changes nothing. */
export const getChangedSubjects = ({ changes = [] }: { changes?: readonly DataSubject[] }): readonly DataSubject[] =>
  changes.length > 0 ? [...changes, 'audit'] : []
