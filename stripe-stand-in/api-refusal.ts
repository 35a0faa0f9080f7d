type Reason = { message: string; code?: string; param?: string; type?: string; status?: number }

/** A refusal in the provider's own shape, so that the SDK raises the error class a real refusal would raise. */
export class ApiRefusal extends Error {
  readonly status: number
  readonly body: object

  constructor({ status = 400, type = 'invalid_request_error', ...rest }: Reason) {
    super(rest.message)
    this.status = status
    this.body = { error: { type, ...rest } }
  }
}

export function noSuch(what: string, id: string, param: string): ApiRefusal {
  return new ApiRefusal({
    status: 404,
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  })
}
