import zlib, { type BrotliOptions, brotliCompressSync, gzipSync, type ZlibOptions } from 'node:zlib'

/** Compresses a body that is sent to several callers once: as long as the body itself is kept. */
function remembering<Options>(compress: (body: Buffer, options?: Options) => Buffer) {
  const known = new WeakMap<Buffer, Buffer>()
  return (body: Buffer, options?: Options): Buffer => {
    const compressed = known.get(body) ?? compress(body, options)
    known.set(body, compressed)
    return compressed
  }
}

/** `node:zlib` for answers. */
export const compressOnce = {
  ...zlib,
  brotliCompressSync: remembering<BrotliOptions>(brotliCompressSync),
  gzipSync: remembering<ZlibOptions>(gzipSync),
}
