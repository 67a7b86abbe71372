/**
 * What a JSON column holds, under the type of whoever wrote it: the database knows it as any JSON, and each column, or key of the settings, has
 * one writer. Nothing that comes from outside is read so: that goes through its schema.
 */
export const readStoredJson = <Stored>(json: unknown): Stored => json as Stored
