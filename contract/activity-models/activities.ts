/** What a model asks for and what is counted beside it, in the order of the commercial cycle. */
export const modelledActivities = ['calls', 'newContacts', 'r1', 'r2', 'r3', 'r4', 'converted'] as const
export type ModelledActivity = (typeof modelledActivities)[number]
