/** Every call of the product, by noun. The server binds them, the client is typed by them, and the mocks answer them. */
export * as endpoints from './nouns.ts'
