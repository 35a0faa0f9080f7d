import { describe, expect, test } from 'vitest'
import { signRequest } from './sign-request.ts'

const keys = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const day = new Date('2013-05-24T00:00:00Z')
const at = (path: string) => new URL(path, 'https://examplebucket.s3.amazonaws.com')

describe('the examples that AWS publishes for S3', () => {
  test.each([
    [
      'GET of an object',
      { method: 'GET', url: at('/test.txt'), headers: { range: 'bytes=0-9' } },
      'host;range;x-amz-content-sha256;x-amz-date',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'PUT of an object',
      {
        method: 'PUT',
        url: at('/test$file.text'),
        headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        body: Buffer.from('Welcome to Amazon S3.'),
      },
      'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [
      'GET of a bucket’s lifecycle',
      { method: 'GET', url: at('/?lifecycle') },
      'host;x-amz-content-sha256;x-amz-date',
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'GET of a list of objects',
      { method: 'GET', url: at('/?prefix=J&max-keys=2') },
      'host;x-amz-content-sha256;x-amz-date',
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('%s', (_name, request, names, signature) => {
    expect(signRequest(request, keys, day).authorization).toBe(
      `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`,
    )
  })
})

test('method, address, headers, body, key, region and moment are all signed', () => {
  const request = {
    method: 'PUT',
    url: at('/one.webp'),
    headers: { 'x-amz-acl': 'private' },
    body: Buffer.from('1'),
  }
  const signatures = [
    signRequest(request, keys, day),
    signRequest({ ...request, method: 'DELETE' }, keys, day),
    signRequest({ ...request, url: at('/two.webp') }, keys, day),
    signRequest({ ...request, url: new URL('https://elsewhere.test/one.webp') }, keys, day),
    signRequest({ ...request, headers: { 'x-amz-acl': 'public-read' } }, keys, day),
    signRequest({ ...request, body: Buffer.from('2') }, keys, day),
    signRequest(request, { ...keys, secretAccessKey: 'another' }, day),
    signRequest(request, { ...keys, region: 'eu-west-2' }, day),
    signRequest(request, keys, new Date('2013-05-24T00:00:01Z')),
  ].map(({ authorization }) => authorization?.split('Signature=')[1])
  expect(new Set(signatures).size).toBe(signatures.length)
})
